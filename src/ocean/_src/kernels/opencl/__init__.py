"""The OpenCL backend: OpenCL C from programs, and what a device has to launch for a job."""
