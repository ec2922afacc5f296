# The programs dlx and sudoku, linked statically, and nothing else:
#
#   docker build -t dlx .
#   docker run --rm dlx sudoku count ................
#   docker run --rm -i dlx dlx count - < problem.dlx
FROM debian:bookworm AS build
WORKDIR /src
COPY tools/setup tools/setup
RUN tools/setup
COPY . .
RUN bazel build //:dlx //:sudoku

FROM scratch
COPY --from=build /src/bazel-bin/tools/dlx/dlx /src/bazel-bin/tools/sudoku/sudoku /bin/
CMD ["dlx", "help"]
