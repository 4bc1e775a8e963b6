export { registerHl7Routes } from './hl7.routes.ts';
export { createHl7 } from './hl7.service.ts';
