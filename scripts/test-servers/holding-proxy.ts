import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface HoldingProxy {
  port: number;
  /** What clients sent, connection by connection. */
  sent: Buffer[];
  /** Nothing that is answered goes through any more, once `when` says so of what a client sent on its connection. */
  hold(when: (sent: Buffer) => boolean): void;
  release(): void;
  close(): Promise<void>;
}

/** Stands before a server on loopback, notes what it is sent, and can keep its answers back. */
export async function startHoldingProxy(to: { port: number }): Promise<HoldingProxy> {
  const sent: Buffer[] = [];
  const sockets = new Set<Socket>();
  let holds: (sent: Buffer) => boolean = () => false;
  const server = createServer((client) => {
    const at = sent.push(Buffer.alloc(0)) - 1;
    const upstream = connect({ host: '127.0.0.1', port: to.port });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => sockets.delete(socket));
    }
    client.on('data', (bytes) => {
      sent[at] = Buffer.concat([sent[at] ?? Buffer.alloc(0), bytes]);
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!holds(sent[at] ?? Buffer.alloc(0))) client.write(bytes);
    });
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    port: (server.address() as AddressInfo).port,
    sent,
    hold: (when) => {
      holds = when;
    },
    release: () => {
      holds = () => false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
