import type { Page } from 'playwright';

/** How many pixels of a picture are blue, as the browser's own controls are; teal, which is ours, is as green as it is blue. */
export const bluePixels = (page: Page, picture: Buffer): Promise<number> =>
  page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    if (!context) throw new Error('This browser draws nothing.');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let blue = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, own = 0] = data.subarray(at, at + 3);
      if (own - Math.max(red, green) > 60) blue += 1;
    }
    return blue;
  }, picture.toString('base64'));
