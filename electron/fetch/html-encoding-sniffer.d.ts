declare module 'html-encoding-sniffer' {
  interface Options {
    /** Sniff as XML instead of HTML. */
    xml?: boolean;
    /** The `charset` of the transport, an encoding label. */
    transportLayerEncodingLabel?: string;
    /** Handed back when nothing tells the encoding. */
    defaultEncoding?: string | null;
    /** How far the scan for `<meta charset>` goes; 1024 when not given. Not with `xml`. */
    maxPrescanBytes?: number;
  }

  /** Name (not label) of the encoding of an HTML or XML byte stream, as the WHATWG standards spell it. */
  export default function htmlEncodingSniffer(bytes: Uint8Array, options: Options): string | null;
}
