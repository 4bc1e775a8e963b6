/** A task whose code is loaded at its first run. */
export function onFirstRun<Input, Result>(
  load: () => Promise<(input: Input) => Promise<Result>>,
): (input: Input) => Promise<Result> {
  let loaded: Promise<(input: Input) => Promise<Result>> | undefined;
  return async (input) => {
    loaded ??= load();
    const run = await loaded;
    return run(input);
  };
}
