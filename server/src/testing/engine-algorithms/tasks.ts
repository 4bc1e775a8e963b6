import { createAnalyse } from '../../compute/analyse.ts';
import { tasks as installed } from '../../compute/tasks.ts';
import { ENGINE_CATALOGUE } from './catalogue.ts';

/** The tasks of child processes where these test algorithms are installed. */
export const tasks = { ...installed, analyse: createAnalyse(ENGINE_CATALOGUE) };
