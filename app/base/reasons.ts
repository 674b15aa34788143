import type { Reason } from '../../connectors/contract.ts';
import { reasonsOf } from '../../connectors/http/reasons.ts';
import { connectorReasons } from '../../connectors/reasons.ts';
import { type Catalogue, wordedBy } from '../../platform/sentences.ts';

/** What is not done, and why, where no other system said it. */
const ofSending = {
  'sending.unsettled': () => 'It has had it for a day, and does not say what became of it.',
  'sending.not_there_yet': () => 'The warehouse does not have it yet, though it may have arrived. It is asked again.',
  'sending.another_order': () => 'The warehouse has another order of ours under its number.',
  'sending.ticket_forgotten': ({ ticket }: { ticket: string }) => `Nobody can be asked for ${ticket}.`,
  'sending.not_said': () => 'The reply does not say what became of it.',
  'sending.our_fault': () => 'Something went wrong on our side while it was sent.',
  'sending.key_unknown': ({ connection, because }: { connection: string; because: Reason }) =>
    `${connection} does not say whose key it is: ${wordReason(because)}`,
  'sending.no_announcements': () => 'This warehouse takes no announcements.',
  'sending.no_withdrawing': () => 'This warehouse cannot withdraw what was announced. Ask its staff to cancel it there.',
  'sending.no_changes': () =>
    'This warehouse cannot change what was announced. As long as nothing has come, put the purchase order on hold and take it off again: it is then announced anew.',
  'sending.source_gone': () => 'It is disconnected. Enter the receipts there by hand, then mark them as processed here.',
  'sending.source_gone_in_doubt': () =>
    'It is disconnected, and may have booked the receipts before. Look there first, enter what is missing by hand, then mark them as processed here.',
  'sending.nothing_left': () => 'There is nothing left to send.',
  'sending.no_replacing': () => 'This warehouse cannot replace an order.',
  'sending.no_holding': () => 'This warehouse cannot hold an order.',
  'sending.no_holding_there': () => 'This channel cannot hold an order.',
  'sending.stopped': () => 'Nothing is sent at the moment. Try again when sending goes on.',
  'sending.not_relayed': () => 'Its mail server takes no mail of Crossdock at the moment.',
  'sending.no_mail_server': () => 'The mail server of Crossdock takes no mail at the moment.',
  'sending.no_profile': () => 'This profile no longer exists.',
  'sending.upload_paused': ({ connection }: { connection: string }) => `${connection} is paused. Resume it to upload products.`,
  'sending.upload_reconnect': ({ connection }: { connection: string }) =>
    `${connection} must be connected again before products can be uploaded.`,
  'sending.upload_unsettled': () =>
    'It has had the product for a day, and does not say what became of it. Look for it there, and upload it again if it is missing.',
};

const ofReading = {
  'reading.our_fault': () => 'Something went wrong on our side while it was read.',
  'reading.no_progress': () => 'It says that there is more, and gives the same place to read on from.',
  'reading.no_hints': () => 'It has no hints to fetch.',
  'reading.not_reported': () => 'This warehouse does not report that.',
  /** A count of stock, by the warehouse's own clock. */
  'reading.count_ahead': ({ at }: { at: string }) =>
    `it is dated ${at}, which is still to come, so nothing of it is stored. Ask the warehouse to set its clock.`,
  /** Refused by the database, as it says. */
  'reading.not_stored': ({ error }: { error: string }) => `it cannot be stored: ${error}.`,
};

type Identities = { name: string; connection: string; before: string | null };

const ofConnections = {
  'connection.signing_in': () => 'Another process is signing in and does not come to an end.',
  'connection.nothing_sent': () => 'Nothing is sent from here at the moment.',
  'connection.uninstalled': ({ connector }: { connector: string }) => `Crossdock was uninstalled in ${connector}.`,
  'connection.needs_https': ({ connector, address }: { connector: string; address: string }) =>
    `${connector} reaches https addresses only, and this is ${address}.`,
  'connection.address_not_taken': ({ connector, because }: { connector: string; because: Reason }) =>
    `${connector} did not take this address: ${wordReason(because)}`,
  'connection.other_settings': ({ connector }: { connector: string }) =>
    `The settings stored for this connection no longer fit ${connector}. Connect it again.`,
  'connection.secrets_lost': () => 'Its credentials are encrypted with a key that is not here. Enter them again.',
  'connection.other_identity': ({ name, connection, before }: Identities) =>
    `These credentials belong to ${name}, and ${connection} is ${before ?? 'another'}. Its orders and mappings would be mixed with those of ${name}. Connect ${name} as a connection of its own.`,
  'connection.connected_twice': ({ connection, name }: { connection: string; name: string }) =>
    `${connection} is connected to the same already, as ${name}: every order would come in twice and ship twice.`,
};

const ourReasons = { ...ofSending, ...ofReading, ...ofConnections };

/** Makes a reason of ours, for what is kept beside those of connectors. */
export const because = reasonsOf(ourReasons);

/** Words why a call failed or a record cannot be read, whoever gave the reason. Browser-safe. */
export const wordReason: (reason: unknown) => string = wordedBy({ ...connectorReasons, ...ourReasons } as Catalogue);
