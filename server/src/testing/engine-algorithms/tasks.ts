import { createAnalyse } from '../../compute/analyse.ts';
import { tasks as installed } from '../../compute/tasks.ts';
import { ENGINE_CATALOGUE } from './catalogue.ts';

/** What child processes do where the algorithms of these tests are installed. */
export const tasks = { ...installed, analyse: createAnalyse(ENGINE_CATALOGUE) };
