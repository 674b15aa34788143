/** A query that the API does not understand: refused with 400 and this message. */
export class Misunderstood extends Error {
  statusCode = 400;
}
