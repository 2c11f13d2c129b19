"""Tensor descriptions: tensors described before they exist, and views of what has no storage yet.

>>> import ocean
>>> from ocean.descriptions import BasicTensorDescription, PermuteTensorDescription
>>> d = BasicTensorDescription(ocean.float, (5, 3, 2), "C")
>>> d.layout
Layout((6, 2, 1), offset=0)
>>> PermuteTensorDescription(d, (2, 0, 1)).shape
(2, 5, 3)
>>> ocean.tensor(d).size
(5, 3, 2)
"""

from ocean._src.descriptions import (
    BasicTensorDescription,
    BroadcastTensorDescription,
    ComplexTensorViewDescription,
    FlattenTensorDescription,
    Layout,
    PadTensorDescription,
    PermuteTensorDescription,
    SimpleTensorViewDescription,
    SliceTensorDescription,
    TensorDescription,
)

__all__ = [
    "BasicTensorDescription",
    "BroadcastTensorDescription",
    "ComplexTensorViewDescription",
    "FlattenTensorDescription",
    "Layout",
    "PadTensorDescription",
    "PermuteTensorDescription",
    "SimpleTensorViewDescription",
    "SliceTensorDescription",
    "TensorDescription",
]
