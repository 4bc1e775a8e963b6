import { expectTypeOf, it } from 'vitest';
import type { InputOf, ResultOf } from '../adapters/compute/port.ts';
import type { Parts, Tasks } from '../parts.ts';

it('a task is called by its name, with its input, and answers with its result', () => {
  type Run = Parts['compute']['run'];
  expectTypeOf<Parameters<Run>[0]>().toEqualTypeOf<keyof Tasks>();
  expectTypeOf<'inspect'>().toExtend<keyof Tasks>();
  expectTypeOf<'no-such-task'>().not.toExtend<keyof Tasks>();
  expectTypeOf<{ path: string }>().toExtend<InputOf<Tasks, 'inspect'>>();
  expectTypeOf<{ file: string }>().not.toExtend<InputOf<Tasks, 'inspect'>>();
  expectTypeOf<ResultOf<Tasks, 'inspect'>['status']>().toEqualTypeOf<'accepted' | 'refused'>();
  expectTypeOf<ResultOf<Tasks, 'render-document-pdf'>>().toEqualTypeOf<Uint8Array>();
});
