"""How the host makes plans: a table from a job's class to its planner. Rooms above add their own classes."""

from __future__ import annotations

from collections.abc import Callable

from ocean._src.base.classes import attach
from ocean._src.base.errors import OceanTypeError
from ocean._src.base.hints import Any
from ocean._src.core.objects.memory import deviceCPU
from ocean._src.core.objects.tensor import plan
from ocean._src.kernels.jobs import Elementwise, Job, Reduce, Scan

from . import plans, scans


def elementwise(job: Elementwise) -> plan:
    count = job.results
    return plans.elementwise(job.program, job.operands[:count], job.operands[count:], job.cost)


def reduction(job: Reduce) -> plan:
    count = job.results
    results, inputs = job.operands[:count], list(job.operands[count:])
    return plans.reduction(
        job.program, results, inputs, job.axes, job.finishes or None, job.parameters, job.first, job.order
    )


def scan(job: Scan) -> plan:
    return scans.scan(job.operands, job.programs, job.kind, job.initial, job.axes, job.reverse, job.folds)


HOST_PLANS: dict[type[Job], Callable[[Any], plan]] = {Elementwise: elementwise, Reduce: reduction, Scan: scan}


def plan_on_host(self: deviceCPU, job: Job) -> plan:
    """How a job runs on this device."""
    if not isinstance(job, Job):
        raise OceanTypeError(f"plan() takes a job, got {type(job).__name__}")
    if type(job) not in HOST_PLANS:
        raise NotImplementedError(f"The host has no plan for the job {type(job).__name__}")
    return HOST_PLANS[type(job)](job)


attach(deviceCPU, plan=plan_on_host)
