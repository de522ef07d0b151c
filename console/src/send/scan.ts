import { useEffect, useState } from "react";

/** Reads QR codes from the camera or a picture, in the browser. */

/** The longest side of a picture to search, in pixels. Larger ones are scaled down. */
const MAX_SIDE = 1200;
const SCAN_MS = 200;

/** Returns the content of a code in a picture; undefined without one. */
async function read(source: CanvasImageSource, width: number, height: number): Promise<string | undefined> {
  const { default: decode } = await import("jsqr");
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return undefined;
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return decode(data, canvas.width, canvas.height)?.data || undefined;
}

/** Returns the content of a code in an image file; undefined without one, or if it is no picture. */
export async function readFile(file: Blob): Promise<string | undefined> {
  try {
    const picture = await createImageBitmap(file);
    const found = await read(picture, picture.width, picture.height);
    picture.close();
    return found;
  } catch {
    return undefined;
  }
}

type Camera = "off" | "starting" | "on" | "refused";

/** Shows the camera in a video element and reports the first code, then stops it. */
export function useCamera(
  video: React.RefObject<HTMLVideoElement | null>,
  isWanted: boolean,
  onCode: (content: string) => void,
): Camera {
  const [state, setState] = useState<Camera>("off");
  useEffect(() => {
    if (!isWanted) {
      setState("off");
      return undefined;
    }
    let isOver = false;
    let stream: MediaStream | undefined;
    const scan = async () => {
      const view = video.current;
      if (isOver || !view) return;
      const content = view.videoWidth > 0 ? await read(view, view.videoWidth, view.videoHeight) : undefined;
      if (isOver) return;
      if (content) onCode(content);
      else setTimeout(scan, SCAN_MS);
    };
    const start = async () => {
      setState("starting");
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
        const view = video.current;
        if (isOver || !view) return stop();
        view.srcObject = stream;
        await view.play();
        setState("on");
        await scan();
      } catch {
        if (!isOver) setState("refused");
      }
    };
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    start();
    return () => {
      isOver = true;
      stop();
    };
  }, [isWanted, video, onCode]);
  return state;
}
