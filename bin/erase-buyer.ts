import { eraseBuyer } from '../app/nouns/order-flow/erasing/erase-buyer.ts';
import { openDatabase } from '../platform/db.ts';
import type { Environment } from '../platform/env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { withoutPerson } from '../platform/tenant.ts';
import { Stop } from './stop.mjs';

/** Erases the buyer with an e-mail address from an account. Returns the text to print. */
export async function eraseBuyerOf(env: Pick<Environment, 'databaseUrl'>, account: string, email: string): Promise<string> {
  const accountId = Number(account);
  if (!Number.isSafeInteger(accountId)) throw new Stop('The account is named by its number.');
  const database = openDatabase({ url: env.databaseUrl, connections: 1, name: 'erase-buyer', connectionMs: 0 });
  try {
    let orders = 0;
    for (let erased = 1; erased > 0; orders += erased)
      erased = await withoutPerson(database, accountId, (tenant) => eraseBuyer(tenant, email));
    if (orders === 0) throw new Stop(`No order has the address ${email}.`);
    return `The buyer of ${orders} order${orders === 1 ? '' : 's'} is erased. A worker searches all else that the account keeps for their words.`;
  } catch (error) {
    if (error instanceof Refusal) throw new Stop(error.message);
    throw error;
  } finally {
    await database.close();
  }
}
