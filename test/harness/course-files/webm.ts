// A video that every browser plays: a WebM (RFC 8794, RFC 9559) with one VP8 picture, repeated each second.

/** A complete VP8 picture of one pixel. */
const picture = Buffer.from("3001009d012a010001000ec0fe25a400037000000000", "hex");
const cluster_id = 0x1f43b675;

/** A video of some seconds, followed by `padding_bytes` without content. */
export function webmOf(seconds: number, padding_bytes = 0): Buffer {
  const info = element(
    0x1549a966,
    element(0x2ad7b1, number(1_000_000)),
    element(0x4489, double(seconds * 1_000)),
    element(0x4d80, Buffer.from("test")),
    element(0x5741, Buffer.from("test")),
  );
  const video = element(0xe0, element(0xb0, number(1)), element(0xba, number(1)));
  const track = [
    element(0xd7, number(1)),
    element(0x73c5, number(1)),
    element(0x83, number(1)),
    element(0x86, Buffer.from("V_VP8")),
  ];
  const tracks = element(0x1654ae6b, element(0xae, ...track, video));
  const clusters = Array.from({ length: seconds }, (_, second) =>
    element(cluster_id, element(0xe7, number(second * 1_000)), element(0xa3, Buffer.from([0x81, 0, 0, 0x80]), picture)),
  );
  const cues_bytes = cuesOf(clusters, 0).length;
  const cues = cuesOf(clusters, info.length + tracks.length + cues_bytes);
  const padding = padding_bytes === 0 ? [] : [element(0xec, Buffer.alloc(padding_bytes))];
  return Buffer.concat([head(), element(0x18538067, info, tracks, cues, ...clusters, ...padding)]);
}

function head(): Buffer {
  const versions = [0x4286, 0x42f7].map((id) => element(id, number(1)));
  const lengths = [element(0x42f2, number(4)), element(0x42f3, number(8))];
  const type = [element(0x4282, Buffer.from("webm")), element(0x4287, number(2)), element(0x4285, number(2))];
  return element(0x1a45dfa3, ...versions, ...lengths, ...type);
}

/** The position of each second, so that a player can jump there. `first`: the position of the first cluster. */
function cuesOf(clusters: readonly Buffer[], first: number): Buffer {
  let place = first;
  const points = clusters.map((cluster, second) => {
    const position = element(0xb7, element(0xf7, number(1)), element(0xf1, number(place)));
    place += cluster.length;
    return element(0xbb, element(0xb3, number(second * 1_000)), position);
  });
  return element(0x1c53bb6b, ...points);
}

/** An element: its id, its length (in one byte or in eight), and its content. */
function element(id: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const digits = id.toString(16);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(0x0100000000000000n | BigInt(body.length));
  const short = body.length < 0x7f ? Buffer.from([0x80 | body.length]) : length;
  return Buffer.concat([Buffer.from(digits, "hex"), short, body]);
}

/** Always eight bytes, so that lengths do not depend on values. */
function number(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}
