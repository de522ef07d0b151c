import { Camera as CameraIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/overlay.tsx";
import { Alert } from "../ui/surface.tsx";
import { takePhoto } from "./picture.ts";

/** The camera of a phone or a laptop, to photograph a document or a face. */

type State = "starting" | "on" | "refused";

interface CameraProps {
  readonly title: string;
  readonly hint: string;
  /** Which camera of a phone: that of the face, or that of the back. */
  readonly facing: "user" | "environment";
  readonly onPhoto: (photo: File) => void;
  readonly onClose: () => void;
}

export const hasCamera = (): boolean => "mediaDevices" in navigator;

export function Camera({ title, hint, facing, onPhoto, onClose }: CameraProps) {
  const say = useSay();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<State>("starting");
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          video: { facingMode: facing, width: { ideal: 1920 }, height: { ideal: 1080 } },
        });
        const view = video.current;
        if (isOver || !view) return stop();
        view.srcObject = stream;
        await view.play();
        setState("on");
      } catch {
        if (!isOver) setState("refused");
      }
    };
    start();
    return () => {
      isOver = true;
      stop();
    };
  }, [facing]);
  const take = async () => {
    const photo = video.current && (await takePhoto(video.current));
    if (photo) onPhoto(photo);
  };
  return (
    <Dialog open onClose={onClose} title={title} lead={hint}>
      <div className="flex flex-col gap-4">
        {state === "refused" ? (
          <Alert
            tone="warn"
            title={say(text("The camera is not available", "La caméra n'est pas disponible"))}
          >
            {say(
              text(
                "Allow it in your browser, or choose a file instead.",
                "Autorisez-la dans votre navigateur, ou choisissez plutôt un fichier.",
              ),
            )}
          </Alert>
        ) : (
          <video
            ref={video}
            muted
            playsInline
            aria-label={say(text("Picture of the camera", "Image de la caméra"))}
            className="aspect-[4/3] w-full rounded-md bg-black object-cover"
          />
        )}
        <Button disabled={state !== "on"} onClick={take}>
          <CameraIcon className="size-4" aria-hidden />
          {say(text("Take the photo", "Prendre la photo"))}
        </Button>
      </div>
    </Dialog>
  );
}
