import { type Logger, pino } from 'pino';

export type { Logger };

/**
 * Structured log. Nothing about a person goes in: requests are logged by route pattern, never by URL, header or body;
 * errors by code and internal message.
 */
export const createLogger = (level: string, destination?: { write(line: string): void }): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers', 'headers', 'body', 'password', 'token', 'secret', 'email', 'phone'],
    },
    destination ?? pino.destination(2),
  );
