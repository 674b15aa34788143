/** What an order has as its status while nobody can say how many units of a line are still to be sent. */
export const sentAndRefunded = 'Some of a line sent by others, and some refunded';

/** What somebody can do about such an order. */
export const aboutSentAndRefunded =
  'Of a line of it some units were sent by somebody else and some were refunded. If the refunded ones are among those that were sent, more is to leave than if they are not, and the channel does not say which. Look at the order there. If they came back, take them out of the parcel that is entered there: the order is read again then, and goes on. Otherwise send from there what is due, and cancel it here.';

type Units = { ordered: number; refunded: number; sent: number };

/**
 * Whether nobody can say how much of a line is to be sent: a unit that somebody else sent may be one that came back and was refunded, or
 * another one was. Where nothing is left either way it is certain.
 */
export const isLeftUncertain = ({ ordered, refunded, sent }: Units): boolean =>
  refunded > 0 && sent > 0 && ordered > Math.max(refunded, sent);
