declare module 'html-encoding-sniffer' {
  interface Options {
    /** Sniff as XML instead of HTML. */
    xml?: boolean;
    /** The `charset` of the transport, an encoding label. */
    transportLayerEncodingLabel?: string;
    /** Returned if the encoding is not declared. */
    defaultEncoding?: string | null;
    /** How far to scan for `<meta charset>`; 1024 if left out. Not with `xml`. */
    maxPrescanBytes?: number;
  }

  /** Returns the encoding name (not label) of an HTML or XML byte stream, as the WHATWG standards spell it. */
  export default function htmlEncodingSniffer(bytes: Uint8Array, options: Options): string | null;
}
