import { createAnalyse } from '../../compute/analyse.ts';
import { tasks as installed } from '../../compute/tasks.ts';
import { NEWER_CATALOGUE } from './catalogue.ts';

/** The tasks of child processes where the newer algorithms are installed. */
export const tasks = { ...installed, analyse: createAnalyse(NEWER_CATALOGUE) };
