/** The name of a field, of a description that goes on to explain it: `Packing slip message: Printed below the lines.` */
export const nameOf = (description: string): string => description.split(': ', 1)[0] ?? description;
