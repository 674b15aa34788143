import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Reason } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { existing, refuse } from '../../../../platform/http/refusal.ts';
import { route } from '../../../../platform/http/route.ts';
import type { SignedIn } from '../../../../platform/signed-in.ts';
import { inTenant } from '../../../../platform/tenant.ts';
import { mailRefusal } from '../../../base/mail-refusal.ts';
import { allowMail, forgetMail, type Met, mailedBefore } from '../../accounts/attempts/mail-attempts.ts';
import type { Services } from '../../accounts/services.ts';
import { confirmationMail, openLink, type Recipient } from './confirmation-mail.ts';
import { confirmAddressCall, readConfirmationCall, resendConfirmationCall } from './contract.ts';
import { confirmAddress, waitingAddresses } from './mail-addresses.ts';

type AddressParts = Pick<Services, 'database' | 'directory' | 'engine' | 'env' | 'post'>;

/** How an address that is not a member's own comes to be mailed: it is asked by a mail, and confirms by the link in it. */
export function addressesApi(app: FastifyInstance, parts: AddressParts): void {
  const { database, engine } = parts;
  route(app, resendConfirmationCall, async ({ session, reading, body, request }) => {
    const address = body.address.toLowerCase();
    if (!(await reading(waitingAddresses)).includes(address))
      throw refuse(404, 'not_found', 'This address no longer waits for a confirmation. Reload the page.');
    await askAddress(parts, session, address, request);
    return { message: `${address} was mailed again.` };
  });

  const requireLink = (token: string): Recipient => {
    return existing(openLink(engine.seal, token), gone);
  };
  route(app, readConfirmationCall, async ({ query }) => {
    const { accountId, address } = requireLink(query.token);
    const [account] = await parts.directory.query<Columns<'accounts', 'name'>>('select name from accounts where id = $1', [accountId]);
    if (!account) throw gone();
    return { account: account.name, address };
  });
  route(app, confirmAddressCall, async ({ body, request }) => {
    const { accountId, address } = requireLink(body.token);
    const account = await inTenant(database, { accountId, userId: null, address: request.ip }, (tenant) => confirmAddress(tenant, address));
    if (account === null) throw gone();
    return { message: `${address} is confirmed: ${account} can mail it from now on.` };
  });
}

const gone = () => refuse(404, 'not_found', 'Ask the person who entered your address to have it sent again.');

/** Mails an address to ask whether it wants to be mailed. @throws Refusal 429, 502 */
async function askAddress(parts: AddressParts, session: SignedIn, address: string, request: FastifyRequest): Promise<void> {
  const { met, reason } = (await mailQuestion(parts, session, address, request)) ?? {};
  if (met) throw mailedBefore(address, met);
  if (reason) throw refuse(502, 'not_mailed', 'The mail server did not take the mail. Try again in a while.');
}

/** Why a mail was not handed over: a limit that was met, or what the mail server says. */
type NotMailed = { met: Met; reason?: never } | { met?: never; reason: Reason };

async function mailQuestion(
  { directory, engine, env, post }: AddressParts,
  { accountId, accountName }: SignedIn,
  address: string,
  { log }: FastifyRequest,
): Promise<NotMailed | null> {
  const counted = { kind: 'confirmation', accountId, email: address } as const;
  const met = await allowMail(directory, counted);
  if (met !== null) return { met };
  try {
    await post(confirmationMail(engine.seal, { accountId, address }, { baseUrl: env.baseUrl, account: accountName }));
    return null;
  } catch (error) {
    log.error({ error }, 'confirmation was not mailed');
    await forgetMail(directory, counted);
    return { reason: mailRefusal(error).reason };
  }
}

/** Asks addresses that were named just now, as far as that may be; the others can be asked again. Returns what is said of them. */
export async function askAddresses(parts: AddressParts, session: SignedIn, addresses: string[], request: FastifyRequest): Promise<string> {
  const failures: string[] = [];
  // Each call to a server that does not reply takes ten seconds.
  let away: NotMailed | null = null;
  // What names them is saved by now: whatever fails here, they can be asked again.
  const notAsked = (error: unknown): NotMailed => {
    request.log.error({ error }, 'an address was not asked');
    return { reason: mailRefusal(error).reason };
  };
  for (const address of addresses) {
    const failed: NotMailed | null = away ?? (await mailQuestion(parts, session, address, request).catch(notAsked));
    if (failed) failures.push(address);
    if (failed?.reason?.code === 'sending.no_mail_server') away = failed;
  }
  const rest = addresses.filter((address) => !failures.includes(address));
  return (
    sentenceOf(rest, ['has to confirm by the link in a mail first.', 'have to confirm by the link in a mail first.']) +
    sentenceOf(failures, [
      'could not be mailed now. Choose “Send again” beside it in a while.',
      'could not be mailed now. Choose “Send again” beside each in a while.',
    ])
  );
}

const sentenceOf = (addresses: string[], [ofOne, ofMany]: [string, string]) =>
  addresses.length === 0 ? '' : ` ${addresses.join(', ')} ${addresses.length === 1 ? ofOne : ofMany}`;
