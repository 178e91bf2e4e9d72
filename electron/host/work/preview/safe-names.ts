const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** HTML elements that only display: with the attributes below, none loads, navigates, submits or executes. */
export const htmlNames = words(`
  a abbr acronym address area article aside audio b bdi bdo big blockquote body br button canvas caption center cite code
  col colgroup data datalist dd del details dfn dir div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6
  head header hgroup hr html i img input ins kbd label legend li main map mark marquee menu meter nav nobr ol optgroup
  option output p picture pre progress q rb rp rt rtc ruby s samp search section select slot small source span strike
  strong style sub summary sup table tbody td textarea tfoot th thead time title tr tt u ul var video wbr`);

/** SVG elements that only draw, without those that refer (`use`, `image`), animate or embed. */
export const svgNames = words(`
  a circle clippath defs desc ellipse feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix
  fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur
  femerge femergenode femorphology feoffset fepointlight fespecularlighting fespotlight fetile feturbulence filter g line
  lineargradient marker mask path pattern polygon polyline radialgradient rect stop style svg switch symbol text textpath
  title tspan view`);

/** MathML elements that only draw. */
export const mathNames = words(`
  annotation maction math menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot
  mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics`);

/** Names with a hyphen that are not custom elements. */
export const reservedNames = words(`
  annotation-xml color-profile font-face font-face-src font-face-uri font-face-format font-face-name missing-glyph`);

/** Presentational and descriptive attributes. None refers to anything to load, follow or execute. */
export const attributeNames = words(`
  abbr align alink alt axis bgcolor border bordercolor bottommargin cellpadding cellspacing char charoff checked class
  clear color cols colspan compact controls coords datetime dir direction disabled draggable face for frame headers height
  hidden high hreflang hspace id inputmode itemprop itemscope itemtype label lang leftmargin link list loop low
  marginheight marginwidth max maxlength media min minlength multiple muted noshade nowrap open optimum part pattern
  placeholder popover property readonly rel required rev reversed rightmargin role rows rowspan rules scope scrollamount
  scrolldelay selected shape size sizes span spellcheck start step style summary tabindex text title topmargin translate
  type typeof valign value version vlink vspace width wrap

  amplitude azimuth basefrequency baseprofile bias clippathunits cx cy d diffuseconstant display divisor dx dy edgemode
  elevation exponent fr fx fy gradienttransform gradientunits in in2 intercept k1 k2 k3 k4 kernelmatrix kernelunitlength
  lengthadjust limitingconeangle markerheight markerunits markerwidth maskcontentunits maskunits method mode numoctaves
  offset opacity operator order orient overflow pathlength patterncontentunits patterntransform patternunits points
  pointsatx pointsaty pointsatz preservealpha preserveaspectratio primitiveunits r radius refx refy result rotate rx ry
  scale seed slope spacing specularconstant specularexponent spreadmethod startoffset stddeviation stitchtiles
  surfacescale systemlanguage tablevalues targetx targety textlength transform values viewbox visibility x x1 x2
  xchannelselector y y1 y2 ychannelselector z filterunits

  accent accentunder close columnalign columnlines columnspacing columnspan depth displaystyle encoding fence largeop
  linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowalign
  rowlines rowspacing rspace scriptlevel selection separator separators stretchy subscriptshift superscriptshift
  symmetric voffset`);

/** Attributes that may contain `url(#id)`, kept when they refer to this document. */
export const paintNames = words(
  'clip-path cursor fill filter marker marker-end marker-mid marker-start mask stroke',
);

/** Standard attributes with a hyphen; all others with a hyphen are custom. */
export const reservedAttributes = words('accept-charset http-equiv');
