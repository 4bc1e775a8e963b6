import type { Breaker } from '../../../core/breaker.ts';

/** Errors of the server (unreachable or too slow), which say nothing about the series. */
const SERVER_FAILS = ['REMOTE_DOWN', 'REMOTE_TIMED_OUT'];

/** Asks a server unless it failed several times in a row. @throws BreakerOpen, and what `ask` throws */
export async function askGuarded<Answer>(breaker: Breaker, name: string, ask: () => Promise<Answer>): Promise<Answer> {
  breaker.assertMayAsk(name);
  try {
    const answer = await ask();
    breaker.answered(name);
    return answer;
  } catch (error) {
    if (SERVER_FAILS.includes((error as { code?: string }).code ?? '')) breaker.failed(name);
    else breaker.answered(name);
    throw error;
  }
}
