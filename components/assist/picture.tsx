import { type ComponentProps, useEffect, useRef } from "react";

interface Props extends ComponentProps<"video"> {
  stream: MediaStream;
}

/** A picture that moves, without sound. */
export function Picture({ stream, ...rest }: Props) {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = ref.current;
    if (!video) return;
    video.srcObject = stream;
    void video.play().catch(() => undefined); // the browser plays it when the page is seen again
    return () => {
      video.srcObject = null;
    };
  }, [stream]);
  // A muted picture needs no captions.
  return <video ref={ref} muted playsInline autoPlay {...rest} />;
}
