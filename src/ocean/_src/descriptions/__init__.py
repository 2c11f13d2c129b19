"""Tensor descriptions: tensors described before they exist, and views without storage."""

from .basic import BasicTensorDescription as BasicTensorDescription
from .basic import Layout as Layout
from .basic import TensorDescription as TensorDescription
from .views import BroadcastTensorDescription as BroadcastTensorDescription
from .views import ComplexTensorViewDescription as ComplexTensorViewDescription
from .views import FlattenTensorDescription as FlattenTensorDescription
from .views import PadTensorDescription as PadTensorDescription
from .views import PermuteTensorDescription as PermuteTensorDescription
from .views import SimpleTensorViewDescription as SimpleTensorViewDescription
from .views import SliceTensorDescription as SliceTensorDescription

for _class in (
    Layout, BasicTensorDescription, TensorDescription, SimpleTensorViewDescription, BroadcastTensorDescription,
    FlattenTensorDescription,
    PermuteTensorDescription, SliceTensorDescription, PadTensorDescription, ComplexTensorViewDescription,
):  # fmt: skip
    _class.__module__ = "ocean.descriptions"  # where pickles look it up
