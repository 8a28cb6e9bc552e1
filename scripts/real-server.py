"""Serves one model by llama.cpp's own chat server, on a free port of loopback, until it is told to stop."""

import signal
import sys

import xllamacpp

SLOTS = 4
TOKENS_PER_SLOT = 2048

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_parallel = SLOTS
params.n_ctx = SLOTS * TOKENS_PER_SLOT
params.port = 0
server = xllamacpp.Server(params)
print("listening:", server.listening_address, flush=True)
signal.sigwait({signal.SIGTERM, signal.SIGINT})
