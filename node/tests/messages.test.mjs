import assert from "node:assert/strict";
import { test } from "node:test";

import { MessageReader, startOf } from "../lib/messages.js";
import { choices } from "./support.mjs";

/** What a reader finds in bytes that arrive in random pieces. */
function found(data, choose, longest) {
  const messages = [];
  const reader = new MessageReader((...message) => messages.push(message));
  for (let position = 0; position < data.length; ) {
    const end = position + 1 + choose(longest);
    reader.push(data.subarray(position, end));
    position = end;
  }
  return messages;
}

test("messages of all lengths, in all pieces", () => {
  for (let seed = 0; seed < 200; seed++) {
    const choose = choices(seed);
    const longest = [1, 2, 7, 64, 1000][choose(5)];
    const expected = Array.from({ length: choose(30) }, () => {
      const images = Array.from({ length: choose(4) }, () => Buffer.from(Array.from({ length: choose(3) * choose(longest) }, () => choose(256))));
      const outputs = images.map(({ length }) => ({ output: { base64: { bytes: length }, format: "png" } }));
      const result = images.length === 1 ? { name: "é".repeat(choose(longest)), ...outputs[0] } : { outputs: [{ output: null }, ...outputs] };
      return [result, choose(2 ** 32), images];
    });
    const parts = expected.flatMap(([result, number, images]) => [startOf(result, number, Buffer.concat(images).length), ...images]);
    // what follows the last message is none
    const rest = startOf({}).subarray(0, choose(16));
    assert.deepEqual(found(Buffer.concat([...parts, rest]), choose, longest), expected);
  }
});

test("what is no message is an error", () => {
  const output = (bytes) => ({ output: { base64: { bytes } } });
  const wrong = [startOf(output(2), 1, 1), startOf(output(-1), 1, 0), startOf(output(null), 1, 0), startOf({}, 1, 1), startOf(null)];
  const text = startOf({});
  text[16] = 0xFF;
  const long = startOf({});
  long.writeUInt32BE(0xFFFFFFFF, 4);
  for (const message of [...wrong, text, long]) assert.throws(() => found(Buffer.concat([message, Buffer.alloc(9)]), () => 8, 9), Error);
});
