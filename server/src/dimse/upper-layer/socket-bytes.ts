import type { Socket } from 'node:net';
import { AssociationLost } from './protocol-error.ts';

/**
 * Reads the bytes of a connection on demand. Unread bytes stay with the sender (its TCP window is full), so that at
 * most one chunk of the socket is held.
 */
export interface SocketBytes {
  /** Reads exactly this many bytes. @throws AssociationLost */
  take(bytes: number): Promise<Buffer>;
  /** Reads the available bytes, at least one and at most `atMost`. @throws AssociationLost */
  some(atMost: number): Promise<Buffer>;
  /**
   * Resolves when all bytes are written or buffered by the system. @throws AssociationLost when the other side does not
   * read
   */
  write(parts: readonly Buffer[]): Promise<void>;
  /** Ends all waits at this time; undefined: each wait has its own idle time. */
  setDeadline(inMs: number | undefined): void;
  /** Whether the other side may be silent because it waits for this side. Waits for writing still time out. */
  setPatient(isPatient: boolean): void;
}

export function socketBytes(socket: Socket, { idleMs }: { idleMs: number }): SocketBytes {
  let chunk: Buffer = Buffer.alloc(0);
  let deadline: number | undefined;
  let failure: Error | undefined;
  let isPatient = false;
  // Without a listener an error outside a wait would crash the process.
  socket.on('error', (error) => {
    failure ??= error;
  });

  const lost = (): AssociationLost =>
    new AssociationLost('CLOSED', 'the other side closed the connection', { cause: failure });

  /** Resolves at one of these events, or at the end of the connection. */
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
      // Memory is used for received bytes only, never for an announced length.
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
