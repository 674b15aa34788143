/** `Image URL`, `image_url` and ` IMAGE-URL` are one name. */
export const headerKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
