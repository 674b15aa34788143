import sharp from 'sharp';

export type Picture = { label: string; png: Buffer };

const [height, gap, margin] = [560, 12, 26];

/** One picture of many beside each other in two rows, all of one height, each with its label above it. */
export async function sheetOf(rows: readonly (readonly Picture[])[]): Promise<Buffer> {
  const placed: { input: Buffer; left: number; top: number }[] = [];
  let right = 0;
  for (const [row, pictures] of rows.entries()) {
    const top = row * (height + margin + gap);
    let left = gap;
    for (const { label, png } of pictures) {
      const { data, info } = await sharp(png).resize({ height }).png().toBuffer({ resolveWithObject: true });
      placed.push({ input: data, left, top: top + margin }, { input: wordsOf(label), left, top });
      left += info.width + gap;
    }
    right = Math.max(right, left);
  }
  const size = { width: right, height: rows.length * (height + margin + gap), channels: 3 as const, background: '#808080' };
  return sharp({ create: size }).composite(placed).png().toBuffer();
}

const wordsOf = (label: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="${margin}"><text x="0" y="18" font-family="sans-serif" font-size="15" fill="#fff">${label}</text></svg>`,
  );
