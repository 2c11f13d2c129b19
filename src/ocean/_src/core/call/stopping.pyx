"""Ctrl-C during long work: work on the host ends early, and the error is raised.

Interruptible code calls `may_stop`, does its work, and calls `check_stop`, which raises the error of the signal
handler. In between, the pool calls `ask_to_stop` after each task; after a yes, it does not start the remaining tasks.
Before `check_stop`, results must not be used as counts or addresses, because they may not have been computed.
"""

import threading

from cpython.exc cimport PyErr_CheckSignals

cdef extern from *:
    """
    #include <time.h>
    #include <stdint.h>
    #include "pythread.h"
    #define STOP_INTERVAL 50                /* milliseconds between two checks for signals */
    static _Thread_local int stop_state;    /* 0: not interruptible, 1: may stop, 2: has stopped */
    static _Thread_local int64_t stop_asked;
    static unsigned long stop_main;         /* the thread that gets signals */
    static int64_t stop_now(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
        return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    }
    static int stop_is_due(void) {
        int64_t now;
        if (stop_state != 1 || (now = stop_now()) - stop_asked < STOP_INTERVAL) return 0;
        stop_asked = now;
        return PyThread_get_thread_ident() == stop_main;
    }
    static void stop_begin(void) { stop_state = 1; stop_asked = stop_now(); }
    static int stop_end(void) { int stopped = stop_state == 2; stop_state = 0; return stopped; }
    static int stop_stopped(void) { return stop_state == 2; }
    static void stop_now_on(void) { stop_state = 2; }
    static void stop_in(unsigned long thread) { stop_main = thread; }
    """
    int stop_is_due() noexcept nogil
    void stop_begin() noexcept nogil
    int stop_end() noexcept nogil
    int stop_stopped() noexcept nogil
    void stop_now_on() noexcept nogil
    void stop_in(unsigned long) noexcept


cdef int signalled() noexcept with gil:
    """Whether the handler of a signal has raised an error, which stays set."""
    try:
        PyErr_CheckSignals()
    except BaseException as error:
        keep(error)
        return 1
    return 0


cdef object KEPT = None


cdef keep(error):
    global KEPT
    KEPT = error


cdef void may_stop() noexcept nogil:
    """Begin interruptible work, which ends with `check_stop`."""
    stop_begin()


cdef int ask_to_stop() noexcept nogil:
    """Whether the interruptible work of this thread has to end now."""
    if stop_stopped():
        return 1
    if stop_is_due() and signalled():
        stop_now_on()
        return 1
    return 0


cdef int check_stop() except -1:
    """End interruptible work; raises the error that interrupted it."""
    return raise_kept() if stop_end() else 0


cdef int raise_kept() except -1:
    """Raise the error of the signal handler."""
    global KEPT
    error, KEPT = KEPT, None
    raise error


stop_in(threading.main_thread().ident)
