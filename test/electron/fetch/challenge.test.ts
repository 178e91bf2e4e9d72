import { describe, expect, it } from 'vitest';
import { describeChallenge, detectChallenge } from '../../../electron/fetch/challenge.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };

function detect(status: number, body: string, headers: Record<string, string> = {}): string | null {
  const found = detectChallenge({ status, headers: { ...html, ...headers }, body: Buffer.from(body) });
  return found === null ? null : `${found.vendor}: ${found.kind}`;
}

const prose = 'The quick brown fox jumps over the lazy dog and looks back at what it has done. '.repeat(30);

describe('challenges of the well-known kinds', () => {
  it.each<[string, number, string, Record<string, string>, string]>([
    [
      'the header of Cloudflare',
      403,
      '<title>Just a moment...</title>',
      { 'cf-mitigated': 'challenge', server: 'cloudflare' },
      'Cloudflare: challenge',
    ],
    [
      'the script of Cloudflare, whatever the status',
      503,
      `<!DOCTYPE html><html><head><title>Un momento…</title></head><body><noscript>Enable JavaScript and cookies to continue</noscript><script>(function(){window._cf_chl_opt={cvId:'3',cType:'managed'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1';}())</script></body></html>`,
      { server: 'cloudflare' },
      'Cloudflare: challenge',
    ],
    [
      'the same behind a long script',
      503,
      `<script>${'/* . */'.repeat(3000)}</script><script>window._cf_chl_opt={cvId:'3'}</script>`,
      {},
      'Cloudflare: challenge',
    ],
    [
      'the older form of Cloudflare',
      503,
      '<form id="challenge-form" action="/?__cf_chl=1" method="POST"><input type="hidden" name="jschl_vc" value="a"></form>',
      {},
      'Cloudflare: challenge',
    ],
    [
      'the block page of Cloudflare',
      403,
      '<title>Attention Required! | Cloudflare</title><div id="cf-wrapper"><div id="cf-error-details" class="cf-error-details-wrapper"><h1>Sorry, you have been blocked</h1></div></div>',
      { server: 'cloudflare' },
      'Cloudflare: block',
    ],
    [
      'the device check of DataDome',
      403,
      `<html><head><title>shop.test</title></head><body><p id="cmsg">Please enable JS and disable any ad blocker</p><script data-cfasync="false">var dd={'rt':'i','cid':'A','hsh':'B','b':1,'s':2,'host':'geo.captcha-delivery.com'}</script><script src="https://ct.captcha-delivery.com/i.js"></script></body></html>`,
      { 'x-datadome': 'protected' },
      'DataDome: challenge',
    ],
    [
      'the captcha of DataDome',
      403,
      `<script>var dd={'rt':'c','cid':'A','t':'fe','host':'geo.captcha-delivery.com'}</script><script src="https://ct.captcha-delivery.com/c.js"></script>`,
      {},
      'DataDome: captcha',
    ],
    [
      'the block page of DataDome',
      403,
      `<script>var dd={'rt':'c','cid':'A','t':'bv','host':'geo.captcha-delivery.com'}</script>`,
      {},
      'DataDome: block',
    ],
    [
      'the script of Imperva, with status 200',
      200,
      '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3"></script></head><body></body></html>',
      { 'x-iinfo': '1-2' },
      'Imperva: challenge',
    ],
    [
      'the frame of Imperva',
      403,
      '<html><body><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=1&incident_id=1-2">Request unsuccessful. Incapsula incident ID: 1-2</iframe></body></html>',
      {},
      'Imperva: captcha',
    ],
    [
      'the captcha of HUMAN',
      403,
      `<html><head><title>Access to this page has been denied</title></head><body><div id="px-captcha"></div><script>window._pxAppId='PX1';</script><p>Press &amp; Hold to confirm you are a human</p></body></html>`,
      {},
      'HUMAN: captcha',
    ],
    ['the header of AWS WAF', 202, '', { 'x-amzn-waf-action': 'challenge' }, 'AWS WAF: challenge'],
    ['the captcha of AWS WAF by its header', 405, '', { 'x-amzn-waf-action': 'captcha' }, 'AWS WAF: captcha'],
    [
      'the script of AWS WAF',
      202,
      '<script>window.gokuProps={"key":"A"};</script><script src="https://a.b.token.awswaf.com/a/challenge.js"></script><div id="challenge-container"></div><script>AwsWafIntegration.saveReferrer();</script>',
      {},
      'AWS WAF: challenge',
    ],
    [
      'the interstitial of Akamai',
      200,
      '<meta http-equiv="refresh" content="5; URL=\'/?bm-verify=AAQ\'" /><script>var xhr=new XMLHttpRequest();xhr.open("POST","/_sec/verify?provider=interstitial",false);</script>',
      {},
      'Akamai: challenge',
    ],
    [
      'the block page of Akamai',
      403,
      "<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don't have permission to access this server.<P>Reference&#32;&#35;18&#46;1<P>https&#58;&#47;&#47;errors.edgesuite.net</BODY></HTML>",
      { server: 'AkamaiGHost' },
      'Akamai: block',
    ],
    [
      'the script of Sucuri',
      200,
      "<html><title>You are being redirected...</title><noscript>Javascript is required.</noscript><script>var s={},u,c,U,r,i,l=0,a,e=eval,w=String.fromCharCode,sucuri_cloudproxy_js='',S='cz0i';</script></html>",
      {},
      'Sucuri: challenge',
    ],
    [
      'DDoS-Guard',
      403,
      '<!DOCTYPE html><title>DDoS-Guard</title><script type="module" src="/.well-known/ddos-guard/js-challenge/index.js"></script><div class="container"></div>',
      { server: 'ddos-guard' },
      'DDoS-Guard: challenge',
    ],
    [
      'Kasada',
      429,
      "<html><head></head><body><script>window.KPSDK={};KPSDK.now=Date.now;</script><script src='/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/ips.js?KP_UIDz=1'></script></body></html>",
      {},
      'Kasada: challenge',
    ],
    [
      'Anubis, which answers with 200',
      200,
      '<!doctype html><title>Making sure you&#39;re not a bot!</title><link rel="stylesheet" href="/.within.website/x/xess/xess.css"><script id="anubis_challenge" type="application/json">{"rules":{}}</script><script src="/.within.website/x/cmd/anubis/static/js/main.mjs"></script><p>Protected by Anubis from Techaro.</p>',
      {},
      'Anubis: challenge',
    ],
    [
      'the header of Vercel',
      429,
      '<title>Vercel Security Checkpoint</title>',
      { 'x-vercel-mitigated': 'challenge' },
      'Vercel: challenge',
    ],
    [
      'Fastly',
      200,
      '<title>Client Challenge</title><script src="/_fs-ch-1T1wmsGaOgGaSxcX/script.js"></script>',
      {},
      'Fastly: challenge',
    ],
    [
      'F5',
      200,
      '<html><head><script>window["bobcmn"] = "1011";</script><script src="/TSPD/08a?type=9"></script></head><body><noscript>Please enable JavaScript to view the page content.<br/>Your support ID is: 1.</noscript></body></html>',
      {},
      'F5: challenge',
    ],
    [
      'the block page of F5, which answers with 200',
      200,
      '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 123456789</body></html>',
      {},
      'F5: block',
    ],
    [
      'SiteGround',
      202,
      '<html><head><meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F"></head></html>',
      {},
      'SiteGround: challenge',
    ],
    [
      'Bunny Shield',
      403,
      '<title>Establishing a secure connection ...</title><script src="/.bunny-shield/assets/challenge.js"></script>',
      {},
      'Bunny Shield: challenge',
    ],
    [
      'testcookie of nginx',
      200,
      '<html><body><script type="text/javascript" src="/aes.js" ></script><script>function toNumbers(d){};var a=toNumbers("f6"),b=toNumbers("98"),c=toNumbers("9f");document.cookie="__test="+toHex(slowAES.decrypt(c,2,a,b))+"; path=/";location.href="http://a.test/?i=1";</script></body></html>',
      {},
      'testcookie: challenge',
    ],
    [
      'a captcha on a page that refuses',
      403,
      '<title>Robot check</title><p>Prove that you are human.</p><form><div class="g-recaptcha" data-sitekey="k"></div></form>',
      {},
      'reCAPTCHA: captcha',
    ],
    [
      'hCaptcha on a page that refuses',
      429,
      '<script src="https://js.hcaptcha.com/1/api.js"></script><div class="h-captcha"></div>',
      {},
      'hCaptcha: captcha',
    ],
    [
      'Turnstile on a page that refuses',
      403,
      '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>',
      {},
      'Turnstile: captcha',
    ],
    [
      'a script that sets a cookie and comes again',
      200,
      '<html><body><script>document.cookie = "pass=" + (6 * 7) + "; path=/"; location.reload();</script></body></html>',
      {},
      'a cookie script: challenge',
    ],
    [
      'the same with a status that refuses',
      503,
      '<p>One moment</p><script>setTimeout(function () { document.cookie="pass=1"; window.location.href = "/?again"; }, 100)</script>',
      {},
      'a cookie script: challenge',
    ],
  ])('%s', (_, status, body, headers, expected) => {
    expect(detect(status, body, headers)).toBe(expected);
  });
});

describe('pages that are none', () => {
  it.each<[string, number, string, Record<string, string>?]>([
    [
      'a small page that mentions Cloudflare',
      200,
      '<h1>Status</h1><p>We use Cloudflare. Just a moment...</p>',
    ],
    [
      'a short error page of a site behind Cloudflare',
      404,
      '<title>Not found</title><p>Not found (cloudflare)</p>',
      { server: 'cloudflare', 'cf-ray': 'a' },
    ],
    [
      'an article with a challenge as an example',
      200,
      '<h1>How it works</h1><pre>&lt;script&gt;window._cf_chl_opt={}&lt;/script&gt; /cdn-cgi/challenge-platform/ /orchestrate/</pre>',
    ],
    [
      'a page of Cloudflare with its usual script',
      200,
      `<h1>Shop</h1><p>Short.</p><script>window.__CF$cv$params={r:'1'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js';</script>`,
    ],
    [
      'a page of Imperva with its usual script',
      200,
      `<h1>News</h1><p>${prose}</p><script src="/_Incapsula_Resource?SWJIYLWA=719d"></script>`,
    ],
    [
      'a page of HUMAN with its usual script',
      200,
      `<h1>Shop</h1><p>Small.</p><script>window._pxAppId='PX1';</script><script src="/PX1/captcha.js"></script>`,
    ],
    [
      'a page of DataDome with its tag',
      200,
      `<h1>Shop</h1><script>window.ddjskey='k';</script><script src="https://js.datadome.co/tags.js"></script>`,
    ],
    [
      'a login page with a captcha',
      200,
      '<form><input name="user"><div class="g-recaptcha"></div></form><script src="https://www.google.com/recaptcha/api.js"></script>',
    ],
    [
      'a long page that refuses and has a captcha in a form',
      403,
      `<p>${prose}</p><div class="g-recaptcha"></div>`,
    ],
    ['a refusal without more', 403, '<h1>403 Forbidden</h1>'],
    [
      'a title that sounds like one',
      200,
      '<title>Just a moment...</title><h1>Just a moment</h1><p>A poem.</p>',
    ],
    [
      'an application whose scripts keep cookies',
      200,
      '<div id="root"></div><script>document.cookie="theme=dark";window.reload=()=>location.reload()</script><script src="/app.js"></script>',
    ],
    [
      'a page that sends people to their language',
      200,
      '<script>document.cookie="lang=de"; location.href = "/de/";</script>',
    ],
    [
      'an article about block pages',
      200,
      `<title>Request Rejected</title><p>${prose} Your support ID is: 1</p>`,
    ],
    ['no page at all', 200, '{"_cf_chl_opt": 1}', { 'content-type': 'application/json' }],
    ['an empty answer', 403, ''],
    [
      'an article behind a long script',
      200,
      `<script>${'/* . */'.repeat(3000)}</script><script>window._cf_chl_opt</script><p>${prose}</p>`,
    ],
    ['an ordinary article', 200, `<h1>Fox</h1><p>${prose}</p>`],
  ])('%s', (_, status, body, headers = {}) => {
    expect(detect(status, body, headers)).toBeNull();
  });

  it('broken and hostile markup, which takes no time', () => {
    for (const part of ['<script>', '<!--', '<', '<title>', '</', '<svg><style>']) {
      expect(detect(403, part.repeat(Math.floor(250_000 / part.length)))).toBeNull();
    }
  });
});

describe('what it is called', () => {
  it('is for people', () => {
    expect(describeChallenge({ vendor: 'Cloudflare', kind: 'challenge' })).toBe('a challenge of Cloudflare');
    expect(describeChallenge({ vendor: 'HUMAN', kind: 'captcha' })).toBe('a captcha of HUMAN');
    expect(describeChallenge({ vendor: 'F5', kind: 'block' })).toBe('a block page of F5');
  });
});
