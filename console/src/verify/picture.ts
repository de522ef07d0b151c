/** Prepares pictures for the upload, in the browser. */

/** The longest side of a picture that the platform stores, in pixels. */
const MAX_SIDE = 4000;
/** Larger files do not pass through the API in one piece. */
const MAX_BYTES = 4_000_000;
const QUALITIES = [0.92, 0.8, 0.6];
const READY: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "application/pdf"]);

const draw = (source: CanvasImageSource, width: number, height: number): HTMLCanvasElement => {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
};

const toBlob = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));

async function toJpeg(canvas: HTMLCanvasElement, name: string): Promise<File | undefined> {
  let best: Blob | null = null;
  for (const quality of QUALITIES) {
    best = await toBlob(canvas, quality);
    if (best && best.size <= MAX_BYTES) break;
  }
  return best ? new File([best], `${name}.jpg`, { type: "image/jpeg" }) : undefined;
}

/**
 * Returns a picture that the platform accepts: large ones and formats of phones become a JPEG. What the browser cannot read stays as
 * it is, and the platform explains why it does not accept it.
 */
export async function prepare(file: File): Promise<File> {
  const isReady = READY.has(file.type) && file.size <= MAX_BYTES;
  if (isReady || file.type === "application/pdf") return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const canvas = draw(picture, picture.width, picture.height);
    picture.close();
    return (await toJpeg(canvas, file.name.replace(/\.\w+$/, ""))) ?? file;
  } catch {
    return file;
  }
}

/** Takes a photo of what the camera shows. */
export const takePhoto = (video: HTMLVideoElement): Promise<File | undefined> =>
  toJpeg(draw(video, video.videoWidth, video.videoHeight), "photo");
