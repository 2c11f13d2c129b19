"""How the host does a job, by the class of the job: by compiled loops, or as the room says that has the class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ocean._src.base.classes import attach
from ocean._src.core.objects import tensor as core
from ocean._src.core.objects.memory import deviceCPU
from ocean._src.kernels.jobs import Elementwise, Job, Reduce, Scan

from . import plans, scans


def elementwise(job: Elementwise) -> core.plan:
    count = job.results
    return plans.elementwise(job.program, job.operands[:count], job.operands[count:], job.cost)


def reduction(job: Reduce) -> core.plan:
    count = job.results
    results, inputs = job.operands[:count], list(job.operands[count:])
    return plans.reduction(
        job.program, results, inputs, job.axes, job.finishes or None, job.parameters, job.first, job.order
    )


def scan(job: Scan) -> core.plan:
    return scans.scan(job.operands, job.programs, job.kind, job.initial, job.axes, job.reverse, job.folds)


HOST_PLANS: dict[type[Job], Callable[[Any], core.plan]] = {Elementwise: elementwise, Reduce: reduction, Scan: scan}


def plan_on_host(self: deviceCPU, job: Job) -> core.plan:
    """How a job runs on this device."""
    return HOST_PLANS[type(job)](job)


attach(deviceCPU, plan=plan_on_host)
