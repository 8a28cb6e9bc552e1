# A new machine needs two commands: `make run` and `make test`. Each installs missing tools and says so.

.DEFAULT_GOAL := help
.PHONY: help run check test bare bench dist fmt

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## build, fetch the model if it is missing, and serve (settings from CANVASS_… variables or canvass.toml; ARGS="--listen …" adds flags)
	@scripts/need cc cxx cpu rust pip
	@exec scripts/run $(ARGS)

check: ## the first tier, while you change code: format, lints, the rules of the map, unit tests of changed crates, golden reports
	@exec scripts/check

test: ## every check: format, lints, licences, tests on SQLite and PostgreSQL, browser, schemathesis
	@exec scripts/test

bench: ## measure the service against a bare route, on SQLite and PostgreSQL, the drawing of respondents and the analysis
	@scripts/need cc cxx cpu rust postgres
	@scripts/with-postgres cargo bench --locked --bench service --bench population --bench analysis

bare: ## as a stranger would: a bare Debian in target/bare, a fresh clone, make run; TEST=1 adds make test (needs root)
	@exec scripts/bare

dist: ## one stripped binary with everything inside, packed with its SHA-256 into target/dist
	@scripts/need cc cxx rust
	@exec scripts/dist

fmt: ## format the code
	@scripts/need rust lints
	@cargo fmt --all
