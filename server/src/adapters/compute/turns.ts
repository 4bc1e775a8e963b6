/** A queue with fair turns: each account's entries in order, and the accounts in rotation. */
export function createTurns<T>() {
  /** In the order of their turns; accounts without a waiting entry are left out. */
  const accounts = new Map<string | undefined, T[]>();
  return {
    add(account: string | undefined, thing: T): void {
      const own = accounts.get(account);
      if (own) own.push(thing);
      else accounts.set(account, [thing]);
    },
    /** Takes the next entry of the first account that `may` allows; that account then goes to the end. */
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
