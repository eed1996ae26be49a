# docker build -t swfkit . && docker run --rm -v "$PWD:/work" swfkit swf-check log.swf
FROM debian:12-slim
COPY . /src
RUN /src/scripts/setup --for demo && make -C /src -j4 install-strip PREFIX=/usr/local && \
	rm -rf /src /var/lib/apt/lists/* /var/cache/apt/*
WORKDIR /work
CMD ["swf-experiment", "--list"]
