#!/usr/bin/env python3
"""Builds deck.svg, the one sprite of the deck, beside this file: faces, marked faces, two backs, heads, pips.
   Common runs of shapes shared by the four suits of a rank are factored into <g id="R0">... and re-used."""
import re,os,difflib,json,sys
from artlib import shapes
from deckdata import *
import figs
from pathmin import minify_svg
from deck import cardvars, tidy, stroke, vn, symbols, index
OUT=os.path.dirname(os.path.abspath(__file__))
def lines(src): return [l.strip() for l in src.strip().splitlines() if l.strip() and not l.strip().startswith('#')]
def lcs(a,b):
    """true longest common subsequence, weighted by line length"""
    n,m=len(a),len(b); D=[[0]*(m+1) for _ in range(n+1)]
    for i in range(n-1,-1,-1):
        for j in range(m-1,-1,-1):
            D[i][j]=max(D[i+1][j],D[i][j+1],(D[i+1][j+1]+len(a[i])) if a[i]==b[j] else 0)
    i=j=0; out=[]
    while i<n and j<m:
        if a[i]==b[j] and D[i][j]==D[i+1][j+1]+len(a[i]): out.append(a[i]); i+=1; j+=1
        elif D[i+1][j]>=D[i][j+1]: i+=1
        else: j+=1
    return out
def tovars(svg):
    def f(m):
        c=m[1]; st=stroke(c)
        return f'class="L" stroke="var(--{vn(st[0])})" stroke-width="{st[1]}"' if st else f'fill="var(--{vn(c)})"'
    return re.sub(r'class="([^"]+)"',f,svg)
def merge_paths(svg):
    """join consecutive <path>s with identical attributes (strokes only: safe for winding)"""
    pat=re.compile(r'<path (class="L" [^>]*?) d="([^"]*)"/><path \1 d="([^"]*)"/>')
    while True:
        n=pat.sub(r'<path \1 d="\2\3"/>',svg)
        if n==svg: return svg
        svg=n
parts={}
def factor(rank,srcs,tag):
    L={s:lines(srcs[s]) for s in SUITS}
    com=L['S']
    for s in 'HDC': com=lcs(com,L[s])
    # split into runs that are contiguous in all four
    runs=[];pos={s:0 for s in SUITS};i=0
    out={s:[] for s in SUITS}
    while i<len(com):
        nxt={s:L[s].index(com[i],pos[s]) for s in SUITS}
        for s in SUITS:
            out[s]+=L[s][pos[s]:nxt[s]]
        run=[];j=i
        cur=dict(nxt)
        while j<len(com) and all(cur[s]<len(L[s]) and L[s][cur[s]]==com[j] for s in SUITS) and com[j][0] not in '{}':
            run.append(com[j]); j+=1
            for s in SUITS: cur[s]+=1
        if not run:   # a brace: keep inline
            for s in SUITS: out[s].append(com[i]); pos[s]=nxt[s]+1
            i+=1; continue
        txt='\n'.join(run)
        if len(txt)>60:
            pid=f'{tag}{len([p for p in parts if p.startswith(tag)])}'
            parts[pid]=txt
            for s in SUITS: out[s].append('+'+pid)
        else:
            for s in SUITS: out[s]+=run
        for s in SUITS: pos[s]=cur[s]
        i=j
    for s in SUITS: out[s]+=L[s][pos[s]:]
    return {s:'\n'.join(out[s]) for s in SUITS}
def build():
    syms=symbols(); o=[]
    css='.L{fill:none;stroke-linecap:round;stroke-linejoin:round}'
    base=';'.join(f'--{vn(k)}:{v}' for k,v in BASE.items())
    for s in SUITS:
        v=dict(PAL[s]); v['c'],v['C']=COAT[s]
        css+='.c'+s+'{'+base+';'+';'.join(f'--{vn(k)}:{x}' for k,x in v.items())+'}'
    for n,g in syms.items(): o.append(f'<g id="{n}">{tovars(g)}</g>')
    clips={}
    art=[]
    for r in RANKS:
        srcs=factor(r,{s:figs.FIG[r](s) for s in SUITS},'q'+r)
        overs=factor(r,{s:figs.OVER[r](s) for s in SUITS},'o'+r) if r in figs.OVER else None
        clip=figs.CLIP[r]
        seam=tovars(shapes(figs.SEAM.get(r,'')))
        cid=None
        if 'H200V132' in clip: cid='k1'
        for s in SUITS:
            v=cardvars(r,s)
            st=';'.join(f'--{vn(k)}:{v[k]}' for k in 'sShHp' if k in v and (k!='p' or v['p']!=BASE['p']))
            sty=f' style="{st}"' if st else ''
            cl=f' clip-path="url(#{cid})"' if cid else ''
            half=tovars(shapes(srcs[s]))
            art.append(f'<g id="h{r}{s}" class="c{s}"{sty}><g{cl}>{half}</g></g>')
            ov=''
            if overs:
                ov=f'<g id="v{r}{s}" class="c{s}"{sty}>{tovars(shapes(overs[s]))}</g><use href="#v{r}{s}" transform="rotate(180 100 150)"/>'
            sm=f'<g class="c{s}">{seam}</g>' if seam else ''
            for mk in ('','m'):
                art.append(f'<g id="i{r}{s}{mk}" class="c{s}">{tovars(index(r,s,bool(mk)))}</g>')
            body=f'<g id="b{r}{s}"><rect width="200" height="300" rx="14" class="paper"/><use href="#h{r}{s}"/><use href="#h{r}{s}" transform="rotate(180 100 150)"/>{sm}{ov}</g>'
            def card(mk):
                i=f'i{r}{s}{mk}'
                half=f'<g id="j{r}{s}{mk}"><use href="#{i}"/><use href="#{i}" class="mini" transform="translate(173 6)scale(.4)"/></g>'
                return half+f'<use href="#j{r}{s}{mk}" transform="rotate(180 100 150)"/>'
            art.append(f'<symbol id="{r}{s}" viewBox="0 0 200 300">{body}{card("")}</symbol>')
            art.append(f'<symbol id="{r}{s}m" viewBox="0 0 200 300"><use href="#b{r}{s}"/>{card("m")}</symbol>')
    for p,t in parts.items(): o.append(f'<g id="{p}">{tovars(shapes(t))}</g>')
    css+='.paper{fill:var(--paper,#fffdf9)}.mini{opacity:var(--mini,1)}'
    back=''
    for nm,k in (('back',{}),('backB',dict(c1='#1f3f9f',c2='#1a3588',line='#cfdcff'))):
        s=figs.back_svg(**k)
        for i in ('bkq','bkh'): s=s.replace(i,i+nm[4:])
        back+=f'<symbol id="{nm}" viewBox="0 0 200 300">{s}</symbol>'
    svg=f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true"><style>{css}</style><defs><clipPath id="k1"><path d="{figs.CLIP["R"]}"/></clipPath>{figs.BACKCLIP}{"".join(o)}{"".join(art)}{back}</defs></svg>'
    svg=minify_svg(tidy(merge_paths(svg))).replace('www.w3org','www.w3.org')  # tidy shortens numbers, and takes 3. for one
    open(f'{OUT}/deck.svg','w').write(svg)
    import gzip
    print('deck.svg',len(svg),'bytes, gzip',len(gzip.compress(svg.encode(),9)))
if __name__=='__main__': build()
