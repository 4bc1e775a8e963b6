import { ABDOMEN_AND_LIMBS } from './abdomen-and-limbs.ts';
import { CHEST } from './chest.ts';
import { HEAD_AND_SPINE } from './head-and-spine.ts';

/** All templates, by part of the body. */
export const REPORT_TEMPLATES = [...CHEST, ...HEAD_AND_SPINE, ...ABDOMEN_AND_LIMBS];
