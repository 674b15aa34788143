import { type CompiledQuery, createQueryId, PostgresDialect, PostgresQueryCompiler, type RawBuilder } from 'kysely';

type Compiling = Parameters<PostgresQueryCompiler['compileQuery']>;

/** The account's id where `inAccount` binds a table: a statement has one parameter for it, however many tables it binds. */
export class AccountParameter {
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
  /** As pg sends it where another compiler made a parameter for each table. */
  toPostgres(): number {
    return this.id;
  }
}

/**
 * A plan that is kept for any values knows by the one parameter that joined tables have the same account, and so estimates their joins by
 * the foreign keys, which all begin with it.
 */
class OneAccountCompiler extends PostgresQueryCompiler {
  #places = new Map<number, string>();

  override compileQuery(...compiling: Compiling): CompiledQuery {
    this.#places = new Map();
    return super.compileQuery(...compiling);
  }

  protected override appendValue(value: unknown): void {
    const place = value instanceof AccountParameter ? this.#places.get(value.id) : undefined;
    if (place !== undefined) this.append(place);
    else super.appendValue(value instanceof AccountParameter ? value.id : value);
    if (value instanceof AccountParameter && place === undefined) this.#places.set(value.id, this.getCurrentParameterPlaceholder());
  }
}

export class OneAccountDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new OneAccountCompiler();
  }
}

class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.appendImmediateValue(value instanceof AccountParameter ? value.id : value);
  }
}

/** The text of a query with its values as literals, for COPY, which takes no parameters. Texts, numbers, times, yes or no: no lists. */
export const withLiterals = (query: RawBuilder<unknown>): string =>
  new LiteralCompiler().compileQuery(query.toOperationNode(), createQueryId()).sql;
