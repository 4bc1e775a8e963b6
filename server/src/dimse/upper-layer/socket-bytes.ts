import type { Socket } from 'node:net';
import { AssociationLost } from './protocol-error.ts';

/**
 * The bytes of a connection, taken when they are wanted: what nobody takes stays with its sender (TCP's window is full), so
 * that no more than a chunk of the socket's is ever held.
 */
export interface SocketBytes {
  /** Exactly so many. @throws AssociationLost */
  take(bytes: number): Promise<Buffer>;
  /** As many as are here, at least one and at most so many. @throws AssociationLost */
  some(atMost: number): Promise<Buffer>;
  /** All are written, or taken by the system. @throws AssociationLost when the other side does not read */
  write(parts: readonly Buffer[]): Promise<void>;
  /** Until then all waits end; undefined: each by itself after the idle time. */
  setDeadline(inMs: number | undefined): void;
  /** Whether the other side may be silent: it waits for this one. Its reading is watched all the same. */
  setPatient(isPatient: boolean): void;
}

export function socketBytes(socket: Socket, { idleMs }: { idleMs: number }): SocketBytes {
  let chunk: Buffer = Buffer.alloc(0);
  let deadline: number | undefined;
  let failure: Error | undefined;
  let isPatient = false;
  // Without a listener an error outside a wait would end the process.
  socket.on('error', (error) => {
    failure ??= error;
  });

  const lost = (): AssociationLost =>
    new AssociationLost('CLOSED', 'the other side closed the connection', { cause: failure });

  /** Resolves with one of the events, at the end of the connection too. */
  function happened(...events: string[]): Promise<void> {
    const waitMs = () => Math.max(1, Math.min(idleMs, deadline === undefined ? idleMs : deadline - performance.now()));
    const mayWait = () => isPatient && deadline === undefined && events.includes('readable');
    return new Promise((resolve, reject) => {
      const all = [...events, 'end', 'close', 'error'];
      const settle = () => {
        clearTimeout(timer);
        for (const event of all) socket.off(event, onEvent);
      };
      const onEvent = () => {
        settle();
        resolve();
      };
      const onTime = () => {
        if (mayWait()) {
          timer = setTimeout(onTime, waitMs());
          return;
        }
        settle();
        reject(new AssociationLost('TIMED_OUT', 'the other side was silent for too long'));
      };
      let timer = setTimeout(onTime, waitMs());
      for (const event of all) socket.on(event, onEvent);
    });
  }

  async function fill(): Promise<void> {
    while (chunk.length === 0) {
      const read = socket.read() as Buffer | null;
      if (read) chunk = read;
      else if (socket.destroyed || socket.readableEnded) throw lost();
      else await happened('readable');
    }
  }

  return {
    async take(bytes) {
      await fill();
      if (chunk.length >= bytes) {
        const taken = chunk.subarray(0, bytes);
        chunk = chunk.subarray(bytes);
        return taken;
      }
      // What has come is held, never what was announced.
      const parts: Buffer[] = [];
      for (let missing = bytes; missing > 0; ) {
        await fill();
        const part = chunk.subarray(0, missing);
        chunk = chunk.subarray(part.length);
        parts.push(part);
        missing -= part.length;
      }
      return Buffer.concat(parts, bytes);
    },
    async some(atMost) {
      await fill();
      const taken = chunk.subarray(0, atMost);
      chunk = chunk.subarray(taken.length);
      return taken;
    },
    async write(parts) {
      if (socket.destroyed || !socket.writable) throw lost();
      socket.cork();
      let isTaken = true;
      for (const part of parts) isTaken = socket.write(part);
      socket.uncork();
      while (!isTaken) {
        await happened('drain');
        if (socket.destroyed || !socket.writable) throw lost();
        isTaken = !socket.writableNeedDrain;
      }
    },
    setDeadline(inMs) {
      deadline = inMs === undefined ? undefined : performance.now() + inMs;
    },
    setPatient(patient) {
      isPatient = patient;
    },
  };
}
