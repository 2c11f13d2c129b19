"""OpenCL devices: found on first use, and driven through pyopencl."""
