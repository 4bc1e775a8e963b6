/** Things that wait, by account: each account's in their order, the accounts in turn. */
export function createTurns<T>() {
  /** In the order of their turns; an account without anything waiting is not in it. */
  const accounts = new Map<string | undefined, T[]>();
  return {
    add(account: string | undefined, thing: T): void {
      const own = accounts.get(account);
      if (own) own.push(thing);
      else accounts.set(account, [thing]);
    },
    /** The next of the first account that may have one; that account's turn comes again after all others. */
    take(may: (account: string | undefined) => boolean): T | undefined {
      for (const [account, own] of accounts) {
        if (!may(account)) continue;
        accounts.delete(account);
        const [first, ...rest] = own;
        if (rest.length > 0) accounts.set(account, rest);
        return first;
      }
      return undefined;
    },
    takeAll(): T[] {
      const all = [...accounts.values()].flat();
      accounts.clear();
      return all;
    },
  };
}
