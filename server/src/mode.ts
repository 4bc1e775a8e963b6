import type { Config } from './config.ts';

type ModeSettings = Pick<Config, 'NODE_ENV' | 'DUAI_DEMO' | 'LOCAL_MAILBOX_PAGE' | 'ALLOW_DEMO_ON_NETWORK'>;

/** The mode of this process, with a text for the person who started it. */
export function modeOf(config: ModeSettings): { mode: 'production' | 'demonstration' | 'development'; words: string } {
  if (config.NODE_ENV === 'production')
    return { mode: 'production', words: 'production: no demo accounts, no mailbox page' };
  if (!config.DUAI_DEMO && !config.LOCAL_MAILBOX_PAGE)
    return {
      mode: 'development',
      words: 'development: no demo accounts, no mailbox page. Set NODE_ENV=production for real use',
    };
  const reach = config.ALLOW_DEMO_ON_NETWORK
    ? 'EVERYBODY who reaches this address may sign in with them and read all mail (ALLOW_DEMO_ON_NETWORK)'
    : 'they answer on this machine only';
  return {
    mode: config.DUAI_DEMO ? 'demonstration' : 'development',
    words: `${config.DUAI_DEMO ? 'demonstration with sample logins' : 'development'}${config.LOCAL_MAILBOX_PAGE ? ' and a mailbox page' : ''}: ${reach}. Set NODE_ENV=production for real use`,
  };
}
