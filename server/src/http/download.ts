import type { FastifyReply } from 'fastify';

/** Marks the answer as a file to save under this name. */
export function download(reply: FastifyReply, name: string): void {
  reply.header('content-disposition', `attachment; filename="${name}"`);
}
