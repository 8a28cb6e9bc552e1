# Read by llama.cpp's build (see config.toml): leaves out the library `common`, which takes longer to compile than all that is
# used of llama.cpp. The bindings ask for it whatever their own features say, and nothing of it is called.
set(LLAMA_BUILD_COMMON OFF)
