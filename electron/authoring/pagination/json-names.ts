/** Names in answers and requests of APIs that speak of pages. They are compared without case, "_", "-" and brackets. */
export type NameSet = ReadonlySet<string>;

const names = (text: string): NameSet => new Set(text.trim().split(/\s+/));

/** A name in the form in which it is compared: "nextpageurl" for "next_page_url". */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Objects that only hold what is said about pages. */
export const groups = names(
  `paging pagination pager page pages meta metadata links link cursors cursor pageinfo paginginfo paginationinfo info navigation nav
  resultinfo responsemetadata next searchinfo listinfo total`,
);
export const nextUrls = names(
  `next nextpage nexturl nextlink nexthref nexturi nextpath nextpageurl nextpagelink nextpagehref nextpageuri nextpagepath
  odatanextlink nextresults nextrecordsurl`,
);
/** What holds the address where the next page is an object. */
export const addresses = names('href url uri link');
/** Of the first and the last page of the same list. */
export const endUrls = names(
  'first firstpage firsturl firstpageurl firstlink last lastpage lasturl lastpageurl lastlink',
);
export const nextNumbers = names(
  'next nextpage nextpagenumber nextpageno nextoffset nextstart nextskip nextindex',
);
export const cursors = names(
  `nextcursor cursor cursornext nextpagetoken nexttoken nextpagecursor nextcontinuation continuation continuationtoken
  nextcontinuationtoken after endcursor nextmaxid nextkey nextmarker marker nextpage next pagetoken scrollid`,
);
export const cursorParameters = names(
  `cursor after pagetoken nexttoken continuation continuationtoken startingafter maxid marker startcursor pagecursor nextcursor
  nextpagetoken scrollid startkey searchafter token pageafter`,
);
export const pages = names('page p pg pageno pagenum pagenumber currentpage pageindex paged seite pageid');
export const offsets = names('offset start skip from startindex firstresult first begin startat pageoffset');
export const limits = names(
  `limit perpage pagesize size count rows take max maxresults num top resultsperpage hitsperpage itemsperpage n length pagelimit`,
);
export const currentPages = names('page currentpage pagenumber pageno pageindex pagenum current number');
export const pageCounts = names(
  'totalpages pages pagecount pagescount lastpage nbpages numpages numberofpages totalpage pagetotal maxpage',
);
export const totals = names(
  `total totalcount count totalresults totalitems totalelements totalrecords totalhits totalentries nbhits numfound numbermatched
  recordstotal odatacount hitcount resultcount totalnumber itemcount`,
);
export const hasMore = names(
  'hasmore hasnext hasnextpage more morepages hasmoreitems hasmoreresults moreavailable moreresultsavailable nextpage next',
);
export const isLast = names('last islast islastpage lastpage endoflist isend');
