import type { FastifyReply } from 'fastify';

/** The answer is a file with a name. */
export function download(reply: FastifyReply, name: string): void {
  reply.header('content-disposition', `attachment; filename="${name}"`);
}
