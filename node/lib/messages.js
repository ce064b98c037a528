"use strict";

/** The length of the head of a message: its number, the length of the JSON (4 bytes each), and that of the bytes after it (8 bytes). */
const HEAD_LENGTH = 16;
/** The greatest length of the JSON, as in the command. */
const MAXIMUM_TEXT_LENGTH = 64 << 20;

/** All of a message but its bytes. */
function startOf(value, number = 0, byteCount = 0) {
  const text = JSON.stringify(value);
  const length = Buffer.byteLength(text);
  const start = Buffer.allocUnsafe(HEAD_LENGTH + length);
  start.writeUInt32BE(number, 0);
  start.writeUInt32BE(length, 4);
  start.writeBigUInt64BE(BigInt(byteCount), 8);
  start.write(text, HEAD_LENGTH);
  return start;
}

/** Takes messages from the pieces in which they arrive. The bytes of each image are copied once, into memory of their own. */
class MessageReader {
  /** @param receive is called with each result, its number, and the bytes of its images */
  constructor(receive) {
    this._receive = receive;
    this._messages = this._read();
    this._part = this._messages.next().value;
    this._length = 0;
  }

  /** Takes a piece; throws an error if it is not part of a message. */
  push(piece) {
    for (let position = 0; ;) {
      const end = Math.min(piece.length, position + this._part.length - this._length);
      if (end > position) piece.copy(this._part, this._length, position, end);
      this._length += end - position;
      position = end;
      if (this._length < this._part.length) return;
      this._length = 0;
      this._part = this._messages.next().value;
    }
  }

  /** Yields each part of a message, to be filled. */
  * _read() {
    const head = Buffer.alloc(HEAD_LENGTH);
    for (;;) {
      yield head;
      const length = head.readUInt32BE(4);
      if (length > MAXIMUM_TEXT_LENGTH) throw new Error(`its text has ${length} bytes`);
      const text = Buffer.allocUnsafe(length);
      yield text;
      const result = JSON.parse(text);
      const counts = (result.outputs ?? [result]).flatMap(({ output }) => output?.base64 ? [output.base64.bytes] : []);
      const number = head.readUInt32BE(0);
      if (counts.reduce((sum, count) => sum + count, 0) !== Number(head.readBigUInt64BE(8))) {
        throw new Error("its text does not fit its bytes");
      }
      const images = counts.map((count) => Buffer.allocUnsafeSlow(count));
      yield* images;
      this._receive(result, number, images);
    }
  }
}

module.exports = { startOf, MessageReader };
