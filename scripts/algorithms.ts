import { algorithms } from './algorithms/commands.ts';

process.exitCode = await algorithms(process.argv.slice(2), {
  env: process.env,
  say: console.log,
  complain: console.error,
});
