import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Writes the time of each test file including imports and hooks, which the JSON report leaves out: `[{ file, seconds }]`. */
export default class FileTimesReporter implements Reporter {
  readonly #path: string;

  constructor({ outputFile }: { outputFile: string }) {
    this.#path = outputFile;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      return {
        file: relative(process.cwd(), module.moduleId),
        seconds: (collectDuration + setupDuration + duration) / 1000,
      };
    });
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify(times));
  }
}
