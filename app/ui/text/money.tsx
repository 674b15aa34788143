/** An amount with its currency sign and that currency's decimals. `amount` is a decimal string and stays exact. */
export function Money({ amount, currency }: { amount: string | number; currency: string }) {
  return writeMoney(amount, currency);
}

export function writeMoney(amount: string | number, currency: string): string {
  return formatter(currency).format(amount as Intl.StringNumericLiteral);
}

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(currency: string): Intl.NumberFormat {
  const formatter = formatters.get(currency) ?? new Intl.NumberFormat('en-US', format(currency));
  formatters.set(currency, formatter);
  return formatter;
}

/** Shows the plain figure for an unknown currency from a channel. */
function format(currency: string): Intl.NumberFormatOptions {
  return /^[A-Z]{3}$/.test(currency)
    ? { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }
    : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
}
