"""OpenCL devices: found when they are asked for, and driven through pyopencl."""
